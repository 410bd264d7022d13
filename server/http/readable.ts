import { preflight, withCors } from './cors.ts';
import { generationsAt } from './generations.ts';
import { type OriginPolicy, standing } from './origin.ts';

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
    if (request.method === 'OPTIONS') return preflight(request, asking.cors, generations);
    return withCors(response, asking.cors, generations);
  };
}
