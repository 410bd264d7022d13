import { type BridgeAddress, BridgeLink } from './bridge-link.ts';
import { bridged } from './bridged.ts';

/** All that is loaded with the bridge's first use. */
export function openBridge(address: BridgeAddress) {
  const link = new BridgeLink(address);
  return { transport: bridged(link), stdio: () => link.stdio() };
}
