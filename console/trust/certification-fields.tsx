import { CERTIFICATION_STATUSES, CERTIFICATIONS } from '@signet/posture'
import { claimLabel, lastAuditWords } from '@signet/posture/claim-labels'
import { Section, Select, TextArea, TextField } from '@signet/ui'
import type { FieldsProps } from './company-fields.tsx'
import { optionsOf } from './trust-words.ts'

export const Certifications = ({ draft: { certifications }, change, fields }: FieldsProps) => {
  const setterOf = (name: keyof typeof certifications) => (changes: object) =>
    change({ certifications: { ...certifications, [name]: { ...certifications[name], ...changes } } })
  return (
    <Section title="Certifications">
      {CERTIFICATIONS.map((name) => (
        <div class="control-row" key={name}>
          <Select
            label={claimLabel(name)}
            value={certifications[name].status}
            options={optionsOf(CERTIFICATION_STATUSES)}
            onValue={(status) => setterOf(name)({ status })}
          />
          <TextField
            label={`${claimLabel(name)}: ${lastAuditWords(name)}`}
            name={`certifications.${name}.lastAudit`}
            type="date"
            value={certifications[name].lastAudit ?? ''}
            onValue={(day) => setterOf(name)({ lastAudit: day === '' ? undefined : day })}
            fault={fields[`certifications.${name}.lastAudit`]}
          />
        </div>
      ))}
      <TextArea
        label="Penetration test: scope"
        name="certifications.penTest.scope"
        hint="The systems that were tested. Never public."
        rows={2}
        maxLength={2_000}
        value={certifications.penTest.scope ?? ''}
        onValue={(scope) => setterOf('penTest')({ scope: scope === '' ? undefined : scope })}
        fault={fields['certifications.penTest.scope']}
      />
    </Section>
  )
}
