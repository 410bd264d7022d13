import { type RefObject, useEffect, useRef } from 'react';
import { panned, type View, type ViewMode, zoomed } from './view.ts';

/**
 * Wheel and drag on the plots. Ctrl or Cmd with the wheel zooms at the pointer, Shift with it or a sideways wheel pans, a plain
 * wheel scrolls the lanes as everywhere; dragging the background pans. Listeners are native, because React's wheel is passive.
 */
export function usePlotGestures(
  ref: RefObject<HTMLElement | null>,
  view: View,
  width: number,
  now: number,
  onMode: (mode: ViewMode) => void,
): void {
  const latest = useRef({ view, width, now, onMode });
  latest.current = { view, width, now, onMode };
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    let drag: { readonly x: number; readonly view: View } | undefined;
    const onWheel = (event: WheelEvent): void => {
      const it = latest.current;
      const left = element.getBoundingClientRect().right - it.width;
      if (event.ctrlKey || event.metaKey) {
        const share = Math.max(0, (event.clientX - left) / it.width);
        const at = it.view.from + share * (it.view.to - it.view.from);
        it.onMode(zoomed(it.view, event.deltaY < 0 ? 1.25 : 0.8, it.now, at));
      } else {
        const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
        if (sideways === 0 || it.width === 0) return;
        it.onMode(panned(it.view, sideways / it.width));
      }
      event.preventDefault();
    };
    const onDown = (event: PointerEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (event.button !== 0 || target?.closest('svg') === null || target?.closest('[data-mark]') !== null)
        return;
      if (event.pointerType === 'touch') return;
      drag = { x: event.clientX, view: latest.current.view };
      element.setPointerCapture(event.pointerId);
    };
    const onMove = (event: PointerEvent): void => {
      if (drag === undefined || Math.abs(event.clientX - drag.x) < 3) return;
      latest.current.onMode(panned(drag.view, (drag.x - event.clientX) / Math.max(1, latest.current.width)));
    };
    const onUp = (): void => {
      drag = undefined;
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
    };
  }, [ref]);
}
