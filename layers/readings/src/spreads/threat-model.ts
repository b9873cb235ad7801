import type { Spread } from './spread.ts'

/** The condition of the position `others` uses the trait `store` of the intention. `ciso` is the security role. */
export const threatModel: Spread = {
  name: 'threat_model',
  version: '1.0.0',
  title: 'Threats and their tests',
  script: `spread threat_model "Threats and their tests"
deck threats  = stride-core@1
deck security = ciso@1

ask exposure     "Who can reach it?" as one of public, partner, internal
ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask multi_tenant "Does it serve more than one tenant?" as yes/no
ask peak         "Requests per second at the peak?" as number default 10

position entry "Impersonation"
  draw all from threats where id in (stride-enrolled-as, stride-stolen-session)
position act "Most harmful actions and their rules"
  draw all from security where id = ciso-payee-change
  draw all from threats where id in (stride-rule-on-paper, stride-shared-account, stride-foreign-id, stride-seen-too-much)
position others "Bulk access"
  when not store = none
  draw all from security where id = ciso-all-in-one-query
position means "Likely attack techniques"
  draw 4 from threats where id in (stride-link-is-key, stride-faked-proof, stride-device-in-hand, stride-told-by-text, stride-unsigned-event, stride-forged-caller, stride-open-url, stride-role-by-client, stride-money-moved, stride-escape-by-job, stride-unbounded-work, stride-supply-chain, stride-edited-on-the-way) top
position first "First targets of an attacker"
  draw 2 from security where id in (ciso-posed-as-you, ciso-upload-origin, ciso-by-script, ciso-replayed-command, ciso-key-in-repository, ciso-supplier-breach, ciso-socket-origin, ciso-rotate, ciso-solo-deploy, ciso-whose-token, ciso-desk-token) top

fact sensitive = if data_classes in (phi, pci, financial, biometric, credentials, health) then yes else no
fact attention = if exposure = public and (sensitive or multi_tenant) then high else usual
say "Exposure is {exposure}, sensitive data: {sensitive}. Attention: {attention}."
speak as ciso about entry, act, others
`,
}
