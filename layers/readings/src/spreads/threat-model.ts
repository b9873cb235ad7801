import type { Spread } from './spread.ts'

export const threatModel: Spread = {
  ...{ name: 'threat_model', version: '1.0.0', title: 'What could go wrong, and what shows that it does not?' },
  script: `spread threat_model "What could go wrong, and what shows that it does not?"
deck threats  = stride-core@1
deck security = ciso@1

ask exposure     "Who can reach it?" as one of public, partner, internal
ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask multi_tenant "Does it serve more than one tenant?" as yes/no
ask peak         "Requests a second at the peak?" as number default 10

position spoofing "Who could act as somebody else?"
  draw 2 from threats where stride = S top
position tampering "What could be changed on the way or at rest?"
  draw 2 from threats where stride = T top
position repudiation "What could somebody deny having done?"
  draw 1 from threats where stride = R top
position disclosure "What could be read by whom it is not for?"
  draw 2 from threats where stride = I top
position denial "What stops it for everybody?"
  draw 1 from threats where stride = D top
position elevation "Who could do more than is meant?"
  draw 2 from threats where stride = E top
position first "What would an attacker try first?"
  draw all from security where id in (ciso-supplier-breach, ciso-payee-change)
  draw 4 from security top

fact sensitive = if data_classes in (phi, pci, financial, biometric, credentials, health) then yes else no
fact attention = if exposure = public and (sensitive or multi_tenant) then high else usual
say "Exposure is {exposure}, sensitive data: {sensitive}. Attention: {attention}."
speak as ciso about spoofing, disclosure, elevation
`,
}
