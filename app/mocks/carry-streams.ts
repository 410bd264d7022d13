/**
 * Whether this browser can carry a response through a service worker as it is made (a stream in a message). Without it MSW would wait
 * for the end of a response, and a listen has none.
 */
export function canCarryStreams(): boolean {
  if (typeof navigator === 'undefined' || navigator.serviceWorker === undefined) return false;
  const { port1, port2 } = new MessageChannel();
  try {
    const stream = new ReadableStream();
    port1.postMessage(stream, [stream]);
    return true;
  } catch {
    return false;
  } finally {
    port1.close();
    port2.close();
  }
}
