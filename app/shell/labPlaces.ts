import { bundledUrl, IS_STATIC, inPageUrl, pageBase } from '../features/connect/demo-endpoints.ts';
import { keyOfPage } from '../features/connect/key.ts';
import type { LabPlaces } from '../features/lab/places.ts';

/** Where the lab finds the demo servers of this page. */
export const LAB_PLACES: LabPlaces = {
  bundled: IS_STATIC ? undefined : bundledUrl,
  inPage: inPageUrl,
  page: pageBase,
  key: keyOfPage,
};
