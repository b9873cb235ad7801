import { Button, Code, Diff, Notice, Section, Table } from '@signet/ui'
import { changedOnly, linesBetween } from '@signet/ui/line-diff'
import { counted } from '../session/amounts.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { languageOf } from './flow-words.ts'
import {
  byStatus,
  type Conflict,
  conflictsIn,
  countWords,
  isChanged,
  type MergedFile,
  statusWords,
} from './merge-words.ts'
import type { ProjectFile } from './project-files.ts'

const Side = ({ title, text, path }: { readonly title: string; readonly text: string; readonly path: string }) => {
  const language = languageOf(path)
  return (
    <div class="stack tight">
      <p class="second small">{title}</p>
      <Code text={text === '' ? '(empty)' : text} label={`${title}, ${path}`} {...(language && { language })} />
    </div>
  )
}

const ConflictPart = ({ of: { line, ours, base, theirs }, path }: { readonly of: Conflict; readonly path: string }) => (
  <article class="card" aria-label={`${path}, line ${line}`}>
    <h3>
      {path}, line {line}
    </h3>
    <div class="columns">
      <Side title="Your version" text={ours} path={path} />
      <Side title="Original" text={base} path={path} />
      <Side title="Latest version" text={theirs} path={path} />
    </div>
  </article>
)

const Conflicts = ({ of: files }: { readonly of: readonly MergedFile[] }) =>
  files.length === 0 ? null : (
    <Section title="Conflicts">
      <Notice kind="warn">
        <p>
          {counted(files.length, 'file')} changed in the same place on both sides. Both versions are between conflict
          markers. Choose one version and remove the markers.
        </p>
      </Notice>
      {files.flatMap(({ path, content }) =>
        conflictsIn(content).map((conflict) => (
          <ConflictPart key={`${path} ${conflict.line}`} of={conflict} path={path} />
        )),
      )}
    </Section>
  )

const Changes = ({ of: file, before }: { readonly of: MergedFile; readonly before: string }) => (
  <details>
    <summary>
      {file.path}: {statusWords(file.status).text.toLowerCase()}
    </summary>
    <div class="options">
      <Diff
        label={`Changes in ${file.path}`}
        lines={changedOnly(linesBetween(before, file.status === 'removed' ? '' : file.content))}
      />
    </div>
  </details>
)

const download = async (files: readonly MergedFile[], name: string): Promise<void> => {
  const { mergedZip } = await import('./merged-zip.ts')
  const address = URL.createObjectURL(mergedZip(files))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export const MergeResult = ({
  files,
  sentFiles,
  name,
}: {
  readonly files: readonly MergedFile[]
  readonly sentFiles: readonly ProjectFile[]
  readonly name: string
}) => {
  const before = new Map(sentFiles.map(({ path, content }) => [path, content]))
  const changed = byStatus(files.filter(isChanged))
  return (
    <div class="stack">
      <Section
        title="Merge result"
        isCard
        actions={
          <Button icon="documents" onClick={() => void download(files, name)}>
            Download ZIP
          </Button>
        }
      >
        <p>{changed.length === 0 ? 'The project is up to date. No files change.' : countWords(files)}</p>
        <p class="second">Your files were not overwritten, and the merged files are not stored.</p>
      </Section>
      <Conflicts of={files.filter(({ status }) => status === 'conflict')} />
      {changed.length > 0 && (
        <Table
          label="Changed files"
          rows={changed}
          keyOf={({ path }) => path}
          columns={[
            { title: 'File', cell: ({ path }) => <code>{path}</code> },
            {
              title: 'Status',
              cell: ({ status }) => <StateBadge of={statusWords(status)} />,
            },
          ]}
        />
      )}
      {changed
        .filter(({ status }) => status !== 'conflict')
        .map((file) => (
          <Changes key={file.path} of={file} before={before.get(file.path) ?? ''} />
        ))}
    </div>
  )
}
