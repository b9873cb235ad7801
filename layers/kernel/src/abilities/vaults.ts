import type { SecretsClient } from '../secret.ts'
import { ability } from './ability.ts'

type VaultVerb = 'create' | 'read' | 'delete'

const ACTIONS: Readonly<Record<VaultVerb, string>> = {
  create: 'secretsmanager:CreateSecret',
  read: 'secretsmanager:GetSecretValue',
  delete: 'secretsmanager:DeleteSecret',
}

/** Secrets that callers supply, each below a prefix of this name, and the rights on them. */
export const vaults = ability<Readonly<Record<string, readonly VaultVerb[]>>, { readonly secrets: SecretsClient }>()({
  allows: 'Stores and reads secrets that callers supply',
  local: { service: 'secretsmanager' },
  namesIn: 'keys',
  variables: { '*_STORE': ({ vaultPrefix }, name) => `${vaultPrefix(name)}/` },
  rights: (grant, { vaultPrefix, arn }) =>
    Object.entries(grant).map(([name, verbs]) => ({
      actions: verbs.map((verb) => ACTIONS[verb]),
      resources: [arn({ service: 'secretsmanager', resource: `secret:${vaultPrefix(name)}/*` })],
      wildcardReason: 'Each tenant has a separate secret below the prefix',
    })),
})
