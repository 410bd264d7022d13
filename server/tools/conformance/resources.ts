import { type Resource, type ResourceTemplate, staticText } from '../../tasks/resource.ts';
import { PIXEL_PNG } from './samples.ts';

const TEXT = 'test://static-text';
const BINARY = 'test://static-binary';

/** A constant text and a constant image. */
export const testResources: readonly Resource[] = [
  {
    definition: {
      uri: TEXT,
      name: 'static-text',
      title: 'A constant text',
      description: 'Text that never changes.',
      mimeType: 'text/plain',
    },
    read: () => staticText(TEXT, 'text/plain', 'A text that is always the same.'),
  },
  {
    definition: {
      uri: BINARY,
      name: 'static-binary',
      title: 'A constant image',
      description: 'A pixel that never changes.',
      mimeType: 'image/png',
    },
    read: () => ({
      contents: [{ uri: BINARY, mimeType: 'image/png', blob: PIXEL_PNG }],
      ttlMs: 300_000,
      cacheScope: 'public',
    }),
  },
];

/** A template that repeats its part. */
export const testTemplate: ResourceTemplate = {
  definition: {
    uriTemplate: 'test://template/{id}/data',
    name: 'template-data',
    title: 'Data of an id',
    description: 'Repeats the id of its URI.',
    mimeType: 'application/json',
  },
  read: ({ id = '' }, uri) => staticText(uri, 'application/json', JSON.stringify({ id })),
};
