/** The APIs of the platform in the order of their local ports: `platform` has the first port, `images` the next. */
export const APIS = [
  { key: 'platform', title: 'Signet platform' },
  { key: 'images', title: 'Signet image service' },
  { key: 'imageAgents', title: 'Signet image tools for agents' },
  { key: 'runtime', title: 'Signet runtime' },
  { key: 'gateway', title: 'Signet agent gateway' },
  { key: 'archive', title: 'Signet archive' },
  { key: 'flags', title: 'Signet feature flags' },
  { key: 'witness', title: 'Signet witness' },
] as const

export type ApiName = (typeof APIS)[number]['key']

export const FIRST_PORT = 4000

export const portOf = (key: ApiName, first = FIRST_PORT): number => first + APIS.findIndex((api) => api.key === key)
