import { canonicalResource, type ResourceTable, type ServiceKind } from '@signet/identity/oauth'

export interface Audience {
  /** In canonical form. */
  readonly address: string
  readonly kind: ServiceKind
}

/**
 * Returns the resource servers that tokens can be issued for: first the image tools, which are at the address of the
 * authorization server (`baseUrl`), then the image API and the agent gateways.
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
