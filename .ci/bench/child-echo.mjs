// The yardstick: node:http and nothing else. It reads a body and sends it back.
import { createServer } from 'node:http';
import { serveBench } from './child.mjs';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('Content-Type', 'application/json');
    response.end(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
});
server.listen(0, '127.0.0.1', () => serveBench(`http://127.0.0.1:${server.address().port}/`));
