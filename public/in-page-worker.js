// The service worker of the demo server in the page. Only requests to the in-page endpoint reach MSW's script: all others the browser
// makes by itself, as if there were no worker. And what is meant for the page never goes on to the network: where MSW knows no page that
// answers (this worker was asleep, or the page is going), the page is told so and answers by itself.
const notAnswered = () =>
  new Response(null, { status: 503, headers: { 'X-Taskscope-In-Page': 'not-answered' } });

// The whole address counts, origin and all: a server elsewhere may have such a path, too.
const ENDPOINT = new URL('in-page/mcp', self.registration.scope).href;

addEventListener('fetch', (event) => {
  const [address] = event.request.url.split(/[?#]/);
  if (address !== ENDPOINT && !address.startsWith(`${ENDPOINT}/`)) event.stopImmediatePropagation();
});
// What MSW calls to let a request pass.
self.fetch = async () => notAnswered();
importScripts('mockServiceWorker.js');
addEventListener('fetch', (event) => {
  try {
    event.respondWith(notAnswered());
  } catch {
    // MSW answers it.
  }
});
