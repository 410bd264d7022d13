import type { StdioServer } from '../../../server/protocol/bridge.ts';
import { bridgedHeaders } from '../../../server/protocol/bridge-headers.ts';
import type { BridgeAddress } from './bridge-link.ts';
import type { Transport } from './transport.ts';
import type { BridgeWay } from './ways.ts';

export interface LoadedBridge extends BridgeWay {
  /** The processes that the command line allows. @throws WireError where the bridge does not let in */
  stdio(): Promise<readonly StdioServer[]>;
}

/** The bridge, whose code is loaded with its first use: most endpoints do without. */
export function bridgeWay(address: BridgeAddress): LoadedBridge {
  let loading:
    | Promise<{ readonly transport: Transport; stdio(): Promise<readonly StdioServer[]> }>
    | undefined;
  const load = () => {
    loading ??= import('./bridge.ts').then(({ openBridge }) => openBridge(address));
    return loading;
  };
  return {
    transport: {
      requestView: 'full',
      send: async (request) => (await load()).transport.send(request),
    },
    headers: (url, headers, text) =>
      bridgedHeaders(new URL(url).host, headers, new TextEncoder().encode(text).length),
    stdio: async () => (await load()).stdio(),
  };
}
