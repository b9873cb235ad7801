import { DATA_ACCESS, INCIDENT_SEVERITIES, type Intake } from '@signet/posture'
import { Button, Checkbox, Section, Select, TextArea, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { Certifications } from './certification-fields.tsx'
import { Choices } from './choices.tsx'
import { type FieldsProps, fieldsAt } from './company-fields.tsx'
import { optionsOf } from './trust-words.ts'

const MAX_ENTRIES = 100

type ListName = 'subprocessors' | 'incidentHistory' | 'compensatingControls'

const EntryList = <Name extends ListName>({
  name,
  title,
  noun,
  empty,
  draft,
  change,
  fields,
  children,
}: FieldsProps & {
  readonly name: Name
  readonly title: string
  readonly noun: string
  readonly empty: Intake[Name][number]
  readonly children: (
    field: ReturnType<typeof fieldsAt<Intake[Name][number]>>,
    entry: Intake[Name][number],
    set: (part: Partial<Intake[Name][number]>) => void,
  ) => ComponentChildren
}) => {
  const entries: readonly Intake[Name][number][] = draft[name]
  const setEntries = (nextEntries: readonly Intake[Name][number][]) => change({ [name]: nextEntries })
  return (
    <Section title={title}>
      {entries.map((entry, index) => {
        const set = (part: Partial<Intake[Name][number]>) => setEntries(entries.with(index, { ...entry, ...part }))
        return (
          <div class="stack tight" key={index}>
            {children(fieldsAt(`${name}.${index}`, { draft: entry, change: set, fields }), entry, set)}
            <div class="row">
              <Button onClick={() => setEntries(entries.toSpliced(index, 1))}>
                Remove {noun} {index + 1}
              </Button>
            </div>
          </div>
        )
      })}
      <div class="row">
        <Button
          icon="plus"
          unavailable={entries.length < MAX_ENTRIES ? undefined : `The maximum is ${MAX_ENTRIES} entries`}
          onClick={() => setEntries([...entries, empty])}
        >
          Add {noun}
        </Button>
      </div>
    </Section>
  )
}

const Subprocessors = (props: FieldsProps) => (
  <EntryList
    name="subprocessors"
    title="Subprocessors"
    noun="subprocessor"
    empty={{ name: '', purpose: '', dataAccess: [], jurisdiction: '', dpaSigned: false }}
    {...props}
  >
    {(field, entry, set) => (
      <>
        <div class="control-row">
          <TextField label="Name" maxLength={200} {...field('name')} />
          <TextField label="Purpose" maxLength={500} {...field('purpose')} />
          <TextField label="Jurisdiction" maxLength={200} placeholder="Germany" {...field('jurisdiction')} />
          <Checkbox
            label="Data processing agreement signed"
            isChecked={entry.dpaSigned}
            onChecked={(dpaSigned) => set({ dpaSigned })}
          />
        </div>
        <Choices
          label="Data accessed"
          values={DATA_ACCESS}
          selected={entry.dataAccess}
          onChosen={(dataAccess) => set({ dataAccess })}
        />
      </>
    )}
  </EntryList>
)

const Incidents = (props: FieldsProps) => (
  <EntryList
    name="incidentHistory"
    title="Incidents"
    noun="incident"
    empty={{ date: '', severity: 'low', scope: '', resolution: '' }}
    {...props}
  >
    {(field, entry, set) => (
      <>
        <div class="control-row">
          <TextField label="Date" type="date" {...field('date')} />
          <Select
            label="Severity"
            value={entry.severity}
            options={optionsOf(INCIDENT_SEVERITIES)}
            onValue={(severity) => set({ severity })}
          />
        </div>
        <TextArea label="Affected data" hint="Never public" rows={2} maxLength={2_000} {...field('scope')} />
        <TextArea
          label="Resolution"
          hint="Never public. Leave empty while unresolved."
          rows={2}
          maxLength={2_000}
          {...field('resolution')}
        />
      </>
    )}
  </EntryList>
)

const Compensations = (part: FieldsProps) => (
  <EntryList
    name="compensatingControls"
    title="Compensating controls"
    noun="compensating control"
    empty={{ gap: '', mitigation: '', owner: '' }}
    {...part}
  >
    {(field) => (
      <>
        <div class="control-row">
          <TextField label="Finding ID" placeholder="MFA-02" maxLength={200} {...field('gap')} />
          <TextField label="Owner" maxLength={200} {...field('owner')} />
        </div>
        <TextArea
          label="Compensating measure"
          hint="At least 20 characters. Never public."
          rows={2}
          maxLength={2_000}
          {...field('mitigation')}
        />
      </>
    )}
  </EntryList>
)

export const ListFields = (props: FieldsProps) => (
  <>
    <Subprocessors {...props} />
    <Certifications {...props} />
    <Incidents {...props} />
    <Compensations {...props} />
  </>
)
