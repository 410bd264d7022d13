import {
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  type FetchLike,
  type OAuthClientProvider,
  PrivateKeyJwtProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import type { Grant } from '../../authorisation.ts';

/** A provider for a grant that needs no person. @param issuer that the client was registered with, and the only one it is told to */
export function machineProvider(
  grant: Exclude<Grant, { kind: 'person' }>,
  fetchFn: FetchLike,
  issuer: string,
): OAuthClientProvider {
  const { clientId } = grant.client;
  const of = {
    clientId,
    clientName: 'Taskscope',
    ...(issuer === undefined ? {} : { expectedIssuer: issuer }),
  };
  if (grant.kind === 'client-secret') {
    const { clientSecret } = grant.client;
    return new ClientCredentialsProvider({ ...of, clientSecret });
  }
  if (grant.kind === 'private-key') {
    const { privateKey, algorithm } = grant;
    return new PrivateKeyJwtProvider({ ...of, privateKey, algorithm });
  }
  const { identityProvider } = grant;
  return new CrossAppAccessProvider({
    ...of,
    clientSecret: grant.client.clientSecret,
    fetchFn,
    assertion: async ({ authorizationServerUrl, resourceUrl, scope }) => {
      const granted = await requestJwtAuthorizationGrant({
        ...identityProvider,
        audience: authorizationServerUrl,
        resource: resourceUrl,
        fetchFn,
        ...(scope === undefined ? {} : { scope }),
      });
      return granted.jwtAuthGrant;
    },
  });
}
