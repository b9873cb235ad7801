import { type Column, DropZone, Failure, LinkButton, Notice, PageHead, Section, Table } from '@signet/ui'
import { useState } from 'preact/hooks'
import {
  evidence,
  type ImportEvidenceAssetsInput,
  type ImportEvidenceAssetsOutput,
  type ImportedEvidenceRow,
} from '../api/evidence.ts'
import { useAction } from '../session/action.ts'
import { formatCount } from '../session/amounts.ts'
import { FaultText } from '../session/fault-text.tsx'
import { invalidate } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { EvidenceTabs } from './evidence-tabs.tsx'
import { MAX_IMPORT_BYTES, parseImport, rowFaults, rowStatus } from './import-file.ts'
import { evidenceFault } from './refusals.tsx'

const columns: readonly Column<ImportedEvidenceRow>[] = [
  { title: 'Row', cell: ({ row }) => row.toLocaleString('en') },
  {
    title: 'Result',
    cell: ({ status }) => <StateBadge of={rowStatus(status)} />,
  },
  {
    title: 'Asset or error',
    cell: (row) => (row.id ? <a href={`/evidence/library/${row.id}`}>Open asset</a> : rowFaults(row)),
  },
]

const Report = ({ report: { added, refused, rows } }: { readonly report: ImportEvidenceAssetsOutput }) => (
  <Section title="Import results">
    <p role="status">
      {formatCount(added, 'asset')} added, {formatCount(refused, 'row')} rejected,{' '}
      {formatCount(rows.length - added - refused, 'row')} already in the library.
    </p>
    {rows.some(({ status }) => status === 'full') && (
      <Notice kind="warn" action={<LinkButton href="/billing">View plans</LinkButton>}>
        <p>The library is full. The Free plan stores no assets; paid plans store up to 50.</p>
      </Notice>
    )}
    <Table label="Rows" rows={rows} keyOf={({ row }) => String(row)} columns={columns} />
  </Section>
)

export const ImportPage = () => {
  const [fault, setFault] = useState<string>()
  const [report, setReport] = useState<ImportEvidenceAssetsOutput>()
  const send = useAction(
    (request: ImportEvidenceAssetsInput) => evidence.importEvidenceAssets(request),
    (imported) => {
      void invalidate('evidence')
      setReport(imported)
    },
  )
  const importFile = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return
    setReport(undefined)
    const parsed =
      file.size > MAX_IMPORT_BYTES
        ? { fault: `${file.name} is larger than ${MAX_IMPORT_BYTES / 1_000} kB. Split it into smaller files.` }
        : parseImport(file.name, await file.text())
    setFault(parsed.fault)
    if ('request' in parsed && parsed.request) send.run(parsed.request)
  }
  return (
    <div class="stack">
      <PageHead
        title="Asset import"
        about="Rows are imported independently, so an invalid row does not block the others. Duplicates are skipped."
      />
      <EvidenceTabs current="/evidence/library" />
      <DropZone label="Choose a file" accept=".csv,.json" onFiles={(files) => void importFile(files)}>
        <p>
          Drop a file here. JSON: a list of assets. CSV: a header row with <code>type</code>, <code>title</code>,{' '}
          <code>content</code> and <code>domains</code>. Separate several domains with <code>;</code>.
        </p>
      </DropZone>
      {send.isBusy && <p role="status">Importing…</p>}
      <FaultText>{fault}</FaultText>
      {send.error !== undefined && <Failure fault={evidenceFault(send.error) ?? { message: '' }} />}
      {report && <Report report={report} />}
    </div>
  )
}
