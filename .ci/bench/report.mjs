// Loaded before the command when the bench starts it: tells where it serves and what it has used. The command itself knows nothing of it.
import { serveBench } from './child.mjs';

const { write } = process.stdout;
process.stdout.write = (chunk, ...rest) => {
  const found = /^(http:\/\/\S+)\/#key=/m.exec(String(chunk))?.[1];
  if (found !== undefined) {
    process.stdout.write = write;
    serveBench(`${found}/mcp`);
  }
  return write.call(process.stdout, chunk, ...rest);
};
