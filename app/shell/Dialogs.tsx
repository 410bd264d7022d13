import { lazy, type ReactNode } from 'react';
import type { Engine, World } from '../engine/index.ts';
import { forgetWholly } from '../features/connect/forget.ts';
import type { UseConnection } from '../features/connect/useConnection.ts';
import { Guard } from '../ui/Guard.tsx';
import type { Notices } from '../ui/notices.ts';
import type { PaletteParts } from './paletteItems.ts';

const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((m) => ({ default: m.CommandPalette })),
);
const KeyHelp = lazy(() => import('./KeyHelp.tsx').then((m) => ({ default: m.KeyHelp })));
const StartNew = lazy(() => import('./StartNew.tsx').then((m) => ({ default: m.StartNew })));
const EndpointOptions = lazy(() =>
  import('../features/connect/EndpointOptions.tsx').then((m) => ({ default: m.EndpointOptions })),
);

export type DialogName = 'palette' | 'help' | 'start-new';

export interface DialogsProps {
  readonly open: DialogName | undefined;
  readonly palette: () => PaletteParts;
  readonly engine: Engine;
  readonly world: World;
  readonly onStartNew: () => void;
  readonly use: UseConnection;
  readonly onSignIn: () => void;
  readonly notices: Notices;
  readonly onClose: () => void;
}

/** Forgets an endpoint, and offers to take that back. */
export function forgetWithUndo(notices: Notices, url: string, engine: Engine): void {
  const run = forgetWholly(url);
  if (engine.isSignedIn(url)) void engine.signOut(url);
  notices.show(`${url} is forgotten.`, { label: 'Undo', run });
}

/** The dialogs of the page; their code comes with the first use. */
export function Dialogs(props: DialogsProps): ReactNode {
  const { engine, onSignIn, open, palette, use, notices, onClose } = props;
  return (
    <Guard fallback={null}>
      {open === 'start-new' && (
        <StartNew world={props.world} onStartNew={props.onStartNew} onClose={onClose} />
      )}
      {open === 'help' && <KeyHelp onClose={onClose} />}
      {use.options !== undefined && (
        <EndpointOptions
          url={use.options}
          evidence={props.world.endpoints.get(use.options)?.generation?.evidence}
          onConnect={use.connect}
          onForget={(url) => forgetWithUndo(notices, url, engine)}
          onSignIn={onSignIn}
          onClose={() => use.showOptions(undefined)}
        />
      )}
      {open === 'palette' && <CommandPalette parts={palette()} onClose={onClose} />}
    </Guard>
  );
}
