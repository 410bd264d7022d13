import { lazy, type ReactNode, Suspense } from 'react';
import type { PaletteItem } from './Palette.tsx';

const Palette = lazy(() => import('./Palette.tsx').then((m) => ({ default: m.Palette })));
const KeyHelp = lazy(() => import('./KeyHelp.tsx').then((m) => ({ default: m.KeyHelp })));

export type DialogName = 'palette' | 'help';

export interface DialogsProps {
  readonly open: DialogName | undefined;
  readonly items: () => readonly PaletteItem[];
  readonly onClose: () => void;
}

/** The dialogs of the page; their code comes with the first use. */
export function Dialogs({ open, items, onClose }: DialogsProps): ReactNode {
  return (
    <Suspense fallback={null}>
      {open === 'help' && <KeyHelp onClose={onClose} />}
      {open === 'palette' && <Palette items={items()} onClose={onClose} />}
    </Suspense>
  );
}
