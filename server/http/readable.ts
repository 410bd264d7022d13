import { corsHeaders, preflight } from './cors.ts';
import { generationsAt } from './generations.ts';
import { type OriginPolicy, standing } from './origin.ts';
import { askedOf, responseOf } from './web.ts';

/**
 * For those who answer in the endpoint's place (a gateway, a mount that fails or stops): gives their answer the headers by which a
 * page may read the endpoint's own. A preflight asks for nothing but these, so it gets the endpoint's answer. Whoever the endpoint
 * would refuse gets no such header.
 */
export function readable(policy: OriginPolicy): (request: Request, response: Response) => Response {
  return (request, response) => {
    const asking = standing(request, policy);
    if (!asking.ok) return response;
    const generations = generationsAt(request.url);
    if (request.method === 'OPTIONS')
      return responseOf(preflight(askedOf(request), asking.cors, generations));
    if (asking.cors === undefined) return response;
    const { Vary = '', ...headers } = corsHeaders(asking.cors, generations);
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    response.headers.append('Vary', Vary);
    return response;
  };
}
