import { type FromLab, LAB_CLOSE, LAB_PATH, LAB_VERSION } from '../../../server/protocol/lab.ts';
import type { LabAck, OpenLab } from '../lab.ts';

const GONE: LabAck = {
  type: 'ack',
  id: null,
  ok: false,
  error: { code: 'gone', message: 'The lab is not connected: it is tried again by itself.' },
};

/**
 * The lab of a server, over its WebSocket.
 * @param origin of the server, `http://127.0.0.1:6280`
 * @param key that the printed link carries
 */
export function labSocket(origin: string, key: string): OpenLab {
  return (hear, ended) => {
    const socket = new WebSocket(origin.replace(/^http/, 'ws') + LAB_PATH);
    const waiting = new Map<number, (ack: LabAck) => void>();
    let id = 0;
    let isOpen = false;
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: LAB_VERSION, key, since: 0 }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as FromLab;
      if (message.type === 'welcome') isOpen = true;
      if (message.type !== 'ack') return hear(message);
      if (typeof message.id !== 'number') return;
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    };
    socket.onclose = ({ code, reason }) => {
      isOpen = false;
      for (const answer of waiting.values()) answer(GONE);
      waiting.clear();
      ended(
        code === LAB_CLOSE.wrongKey
          ? 'The key of this page is another one: open the link that the terminal shows.'
          : reason === ''
            ? 'The lab cannot be reached.'
            : reason,
      );
    };
    return {
      ask: (command) => {
        if (!isOpen) return Promise.resolve(GONE);
        id += 1;
        const asked = id;
        return new Promise((resolve) => {
          waiting.set(asked, resolve);
          socket.send(JSON.stringify({ type: 'command', id: asked, ...command }));
        });
      },
      close: () => {
        socket.onclose = null;
        socket.close();
      },
    };
  };
}
