import { harmless } from '../harmless.ts';
import type { Client } from './clients.ts';
import { PEOPLE } from './people.ts';
import { SCOPES } from './scopes.ts';

export interface ConsentAsked {
  /** Names this very question, once. */
  readonly ticket: string;
  readonly client: Client;
  readonly redirectUri: string;
  readonly resource: string;
  readonly scope: readonly string[];
}

/** The page on which a person agrees or refuses. Whatever a client says of itself is text, and said to be unchecked. */
export function consentPage({ ticket, client, redirectUri, resource, scope }: ConsentAsked): string {
  const people = [...PEOPLE].map(
    ([id, { shown }], i) =>
      `<label><input type="radio" name="person" value="${id}"${i === 0 ? ' checked' : ''}> ${asText(shown)}</label>`,
  );
  const wishes = scope.map(
    (name) => `<li><code>${asText(name)}</code>: ${asText(SCOPES.get(name) ?? '')}</li>`,
  );
  const { host, hostname } = new URL(redirectUri);
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return page(
    'Allow access?',
    `<p><strong>${asText(client.name)}</strong> (it calls itself so; nobody has checked that) wants to use
<code>${asText(resource)}</code> in your name, and would be able to:</p>
<ul>${wishes.join('')}</ul>
<p>Your answer goes to <strong>${asText(host)}</strong>${
      local ? ', a program on this machine: any program here can say that it is this one.' : '.'
    }</p>
<form method="post" action="/authorize">
<input type="hidden" name="ticket" value="${asText(ticket)}">
<fieldset><legend>Sign in as</legend>${people.join('')}</fieldset>
<p class="row"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button></p>
</form>
<p class="small">This is the demo's own authorisation server. It asks for no password and protects nothing.</p>`,
  );
}

/** Where no answer may be sent back, because it is not known to whom. */
export function refusalPage(reason: string): string {
  return page(
    'This request cannot be answered',
    `<p>${asText(reason)}</p><p>Nothing was sent to the program that asked. Close this page and begin again there.</p>`,
  );
}

export const CONSENT_CSS = `:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:8vh auto;padding:0 1.25rem}
h1{font-size:1.4rem}code{overflow-wrap:anywhere}fieldset{border:1px solid;border-radius:.4rem;padding:.5rem 1rem}
label{display:block;padding:.3rem 0}.row{display:flex;gap:.75rem}
button{font:inherit;min-height:2.75rem;padding:0 1.5rem;border-radius:.4rem;border:1px solid;cursor:pointer}
.small{font-size:.875rem}
`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} Taskscope demo</title><link rel="stylesheet" href="/consent.css"></head>
<body><main><h1>${title}</h1>
${body}
</main></body></html>
`;
}

/** No markup, and nothing that hides or turns the text around it. */
function asText(text: string): string {
  return harmless(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
