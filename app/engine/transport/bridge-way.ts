import { bridgedHeaders } from '../../../server/protocol/bridge-headers.ts';
import type { BridgeAddress } from './bridge-link.ts';
import type { Told } from './stdio.ts';
import type { Transport } from './transport.ts';
import type { BridgeWay } from './ways.ts';

/** The bridge, whose code is loaded with its first use: most endpoints do without. @param told of what processes write */
export function bridgeWay(address: BridgeAddress, told: Told): BridgeWay {
  let loading: Promise<Transport> | undefined;
  return {
    transport: {
      requestView: 'full',
      async send(request) {
        loading ??= import('./bridge.ts').then(({ openBridge }) => openBridge(address, told));
        return (await loading).send(request);
      },
    },
    isOpen: () => address.key() !== undefined,
    headers: (url, headers, text) =>
      bridgedHeaders(new URL(url).host, headers, new TextEncoder().encode(text).length),
  };
}
