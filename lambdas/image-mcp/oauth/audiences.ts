import { canonicalResource, type ResourceTable, type ServiceKind } from '@signet/identity/oauth'

export interface Audience {
  /** In canonical form. */
  readonly address: string
  readonly kind: ServiceKind
}

/**
 * Resource servers that tokens can be issued for, by the address of the authorization server. The image tools come
 * first.
 */
export const audiencesOf =
  ({ images, resources }: { readonly images: string; readonly resources: Pick<ResourceTable, 'read'> }) =>
  async (baseUrl: string): Promise<readonly Audience[]> => {
    const gateways = await resources.read('runtime')
    return [
      { address: canonicalResource(baseUrl) ?? baseUrl, kind: 'images' as const },
      ...[canonicalResource(images)].flatMap((address) => (address ? [{ address, kind: 'images' as const }] : [])),
      ...gateways.map((address) => ({ address, kind: 'runtime' as const })),
    ]
  }
