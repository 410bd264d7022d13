import { failing } from './failing.ts';

export const http502 = failing({
  name: 'http-502',
  title: '502 with a page of HTML',
  breaks: 'A proxy cannot reach the server and answers with a page of HTML, which is no JSON-RPC at all.',
  look: 'The answer is shown as what it is, text that is no JSON; nothing about the task can be concluded from it.',
  status: 502,
  type: 'text/html; charset=utf-8',
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n',
});
