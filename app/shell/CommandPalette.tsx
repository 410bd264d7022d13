import type { ReactNode } from 'react';
import { Palette } from './Palette.tsx';
import { type PaletteParts, paletteItems } from './paletteItems.ts';

export interface CommandPaletteProps {
  readonly parts: PaletteParts;
  readonly onClose: () => void;
}

/** The palette with the commands of the page. */
export function CommandPalette({ parts, onClose }: CommandPaletteProps): ReactNode {
  return <Palette items={paletteItems(parts)} onClose={onClose} />;
}
