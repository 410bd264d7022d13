import { stdioName } from '../../../server/protocol/stdio-endpoint.ts';
import { type BridgeAddress, BridgeLink } from './bridge-link.ts';
import { bridged } from './bridged.ts';
import { stdio, type Told } from './stdio.ts';
import type { Transport } from './transport.ts';

/** All that is loaded with the bridge's first use: one socket for requests and processes. */
export function openBridge(address: BridgeAddress, told: Told): Transport {
  const link = new BridgeLink(address);
  const http = bridged(link);
  const processes = stdio(link, told);
  return {
    requestView: 'full',
    send: (request) => (stdioName(request.url) === undefined ? http : processes).send(request),
  };
}
