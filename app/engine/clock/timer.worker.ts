// Timers of the page, run here because a hidden tab's own timers are throttled to one a second or a minute.
// In: {id, ms} sets a timer, {id} ends it. Out: the id of a timer that is due.
const handles = new Map<number, number>();

addEventListener('message', (event: MessageEvent<{ id: number; ms?: number }>) => {
  const { id, ms } = event.data;
  clearTimeout(handles.get(id));
  handles.delete(id);
  if (ms === undefined) return;
  handles.set(
    id,
    setTimeout(() => {
      handles.delete(id);
      postMessage(id);
    }, ms) as unknown as number,
  );
});
