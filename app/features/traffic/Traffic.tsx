import { lazy, type ReactNode } from 'react';
import { Guard } from '../../ui/Guard.tsx';
import { Empty } from '../../ui/Section.tsx';
import type { TrafficViewProps } from './TrafficView.tsx';

// Asked for as soon as this view is: the list, the filter and its language are a chunk of their own.
const view = import('./TrafficView.tsx');
const TrafficView = lazy(() => view.then((m) => ({ default: m.TrafficView })));

/** The traffic list with its filter. */
export function Traffic(props: TrafficViewProps): ReactNode {
  return (
    <Guard fallback={<Empty busy title="Loading the traffic" />}>
      <TrafficView {...props} />
    </Guard>
  );
}
