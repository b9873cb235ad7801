import { AT_REST, COVERAGES, IAM_MODELS, type Intake, MFA_SCOPES, REVIEW_MODELS, TLS_VERSIONS } from '@signet/posture'
import { Checkbox, Section, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { type FieldsProps, numberOf } from './company-fields.tsx'
import { optionsOf } from './trust-words.ts'

type Controls = Intake['controlBaseline']

const SELECT_CONTROLS = [
  ['mfa', 'scope', 'MFA required for', 'MFA', MFA_SCOPES],
  ['encryptionAtRest', 'algo', 'Encryption at rest', 'encryption at rest', AT_REST],
  ['encryptionInTransit', 'tlsVersion', 'Minimum TLS version', 'TLS', TLS_VERSIONS],
  ['iam', 'model', 'Access model', 'access', IAM_MODELS],
  ['peerReview', 'model', 'Change review', 'reviews', REVIEW_MODELS],
] as const

interface OwnerProps {
  readonly name: keyof Controls
  readonly subject: string
  readonly controls: Controls
  readonly set: (name: keyof Controls, changes: object) => void
}

const OwnerFields = ({ name, subject, controls, set }: OwnerProps) => {
  const { owner, notes = '' } = controls[name]
  return (
    <>
      <TextField
        label={`Owner: ${subject}`}
        maxLength={200}
        value={owner}
        onValue={(text) => set(name, { owner: text })}
      />
      <details class="control-notes" open={notes !== ''}>
        <summary>Notes: {subject}</summary>
        <TextArea
          label={`Notes: ${subject}`}
          isLabelHidden
          rows={2}
          maxLength={2_000}
          value={notes}
          onValue={(text) => set(name, { notes: text === '' ? undefined : text })}
        />
      </details>
    </>
  )
}

const Row = ({ children }: { readonly children: ComponentChildren }) => <div class="control-row">{children}</div>

interface ControlProps {
  readonly controls: Controls
  readonly set: (name: keyof Controls, part: object) => void
  readonly renderOwner: (name: keyof Controls, what: string) => ComponentChildren
}

const Passwords = ({ controls: { passwordManager }, set, renderOwner }: ControlProps) => (
  <Row>
    <Select
      label="Password manager for"
      value={passwordManager.coverage}
      options={optionsOf(COVERAGES)}
      onValue={(coverage) => set('passwordManager', { coverage })}
    />
    <TextField
      label="Password manager product"
      maxLength={200}
      value={passwordManager.tool}
      onValue={(tool) => set('passwordManager', { tool })}
    />
    {renderOwner('passwordManager', 'passwords')}
  </Row>
)

const Logs = ({
  controls: { logging },
  set,
  renderOwner,
  fault,
}: ControlProps & { readonly fault: string | undefined }) => (
  <Row>
    <TextField
      label="Log retention (days)"
      name="controlBaseline.logging.retentionDays"
      type="number"
      min={0}
      value={String(logging.retentionDays)}
      onValue={(text) => set('logging', { retentionDays: numberOf(text) })}
      fault={fault}
    />
    <Checkbox
      label="Centralized logging"
      isChecked={logging.centralized}
      onChecked={(centralized) => set('logging', { centralized })}
    />
    {renderOwner('logging', 'logs')}
  </Row>
)

const WORKSTATIONS = [
  ['screenLock', 'Screen lock'],
  ['diskEncryption', 'Disk encryption'],
  ['edr', 'Endpoint detection'],
] as const

const Workstations = ({ controls: { workstationSecurity: workstation }, set, renderOwner }: ControlProps) => (
  <Row>
    {WORKSTATIONS.map(([field, label]) => (
      <Checkbox
        key={field}
        label={label}
        isChecked={workstation[field]}
        onChecked={(isChecked) => set('workstationSecurity', { [field]: isChecked })}
      />
    ))}
    {renderOwner('workstationSecurity', 'workstations')}
  </Row>
)

export const ControlFields = ({ draft: { controlBaseline: controls }, change, fields }: FieldsProps) => {
  const set = (name: keyof Controls, changes: object) =>
    change({ controlBaseline: { ...controls, [name]: { ...controls[name], ...changes } } })
  const renderOwner = (name: keyof Controls, subject: string) => (
    <OwnerFields name={name} subject={subject} controls={controls} set={set} />
  )
  return (
    <Section title="Controls">
      <p class="second">Owners, notes and the password manager product are never public.</p>
      {SELECT_CONTROLS.map(([name, field, label, subject, values]) => (
        <Row key={name}>
          <Select<string>
            label={label}
            value={(controls[name] as Readonly<Record<string, string>>)[field] ?? ''}
            options={optionsOf<string>(values)}
            onValue={(value) => set(name, { [field]: value })}
          />
          {renderOwner(name, subject)}
        </Row>
      ))}
      <Passwords controls={controls} set={set} renderOwner={renderOwner} />
      <Logs
        controls={controls}
        set={set}
        renderOwner={renderOwner}
        fault={fields['controlBaseline.logging.retentionDays']}
      />
      <Workstations controls={controls} set={set} renderOwner={renderOwner} />
    </Section>
  )
}
