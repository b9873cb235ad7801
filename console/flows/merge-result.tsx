import { Button, Code, Diff, Notice, Section, Table } from '@signet/ui'
import { changedOnly, linesBetween } from '@signet/ui/line-diff'
import { formatCount } from '../session/amounts.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { languageOf } from './flow-words.ts'
import {
  type Conflict,
  conflictsIn,
  countWords,
  isChanged,
  type MergedFile,
  sortByStatus,
  statusWords,
} from './merge-words.ts'
import type { ProjectFile } from './project-files.ts'

const VersionText = ({
  title,
  text,
  path,
}: {
  readonly title: string
  readonly text: string
  readonly path: string
}) => {
  const language = languageOf(path)
  return (
    <div class="stack tight">
      <p class="second small">{title}</p>
      <Code text={text === '' ? '(empty)' : text} label={`${title}, ${path}`} {...(language && { language })} />
    </div>
  )
}

const ConflictCard = ({
  conflict: { line, ours, base, theirs },
  path,
}: {
  readonly conflict: Conflict
  readonly path: string
}) => (
  <article class="card" aria-label={`${path}, line ${line}`}>
    <h3>
      {path}, line {line}
    </h3>
    <div class="columns">
      <VersionText title="Your version" text={ours} path={path} />
      <VersionText title="Original" text={base} path={path} />
      <VersionText title="Latest version" text={theirs} path={path} />
    </div>
  </article>
)

const Conflicts = ({ files }: { readonly files: readonly MergedFile[] }) =>
  files.length === 0 ? null : (
    <Section title="Conflicts">
      <Notice kind="warn">
        <p>
          {formatCount(files.length, 'file')} changed in the same place in both versions. The merged files contain both,
          between conflict markers. Choose one version and remove the markers.
        </p>
      </Notice>
      {files.flatMap(({ path, content }) =>
        conflictsIn(content).map((conflict) => (
          <ConflictCard key={`${path} ${conflict.line}`} conflict={conflict} path={path} />
        )),
      )}
    </Section>
  )

const Changes = ({ file, before }: { readonly file: MergedFile; readonly before: string }) => (
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
  const url = URL.createObjectURL(mergedZip(files))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
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
  const changed = sortByStatus(files.filter(isChanged))
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
      <Conflicts files={files.filter(({ status }) => status === 'conflict')} />
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
          <Changes key={file.path} file={file} before={before.get(file.path) ?? ''} />
        ))}
    </div>
  )
}
