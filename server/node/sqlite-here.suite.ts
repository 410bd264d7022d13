import { openStore } from '../stores/open.ts';

/** Why a test that needs SQLite cannot be tried on this machine, or undefined. @param dir the test's data folder, which is opened for a moment */
export async function reasonWithoutSqlite(dir: string): Promise<string | undefined> {
  const { store, description } = await openStore({ dir });
  await store.close();
  return description.startsWith('store: SQLite') ? undefined : `SQLite is not to be had (${description})`;
}
