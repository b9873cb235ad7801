import type { KeyPreset } from '../contract/keys.ts'

interface Preset {
  readonly title: string
  readonly scopes: readonly string[]
}

/** What keys are made for most often. Money and people are in none of them: they are given by name. */
export const keyPresets = (usual: readonly string[]): Readonly<Record<KeyPreset, Preset>> => ({
  application: { title: 'An application reads flags', scopes: ['flags:read'] },
  backend: { title: 'A backend draws images', scopes: ['images:read', 'images:write', 'usage:read'] },
  ci: { title: 'CI changes flags', scopes: ['account:read', 'flags:read', 'flags:write', 'usage:read'] },
  everything: { title: 'Everything but money and people', scopes: usual },
})
