import { expect, it } from 'vitest';
import { Targets } from '../bridge/target.ts';
import { fetchDocument } from './client-document.ts';

const at = (address: string) =>
  new Targets({ linkLocal: true, resolve: async () => [{ address, family: 4 }] });

it.each(['127.0.0.1', '10.0.0.7', '192.168.1.1', '169.254.169.254'])(
  'attack 6: a client id whose host is %s is not fetched',
  async (address) => {
    await expect(fetchDocument('https://app.example/client.json', at(address))).rejects.toThrow(
      'from public addresses alone',
    );
  },
);
