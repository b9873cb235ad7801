import { Code, Section, Select } from '@signet/ui'
import { FileTree } from '@signet/ui/file-tree'
import type { Flow, FlowFile } from '../api/flows.ts'
import { addressWith, useParameter } from '../session/address.ts'
import { counted } from '../session/amounts.ts'
import { capitalized } from '../session/capitalized.ts'
import { languageOf } from './flow-words.ts'

const firstOf = (files: readonly FlowFile[]): FlowFile | undefined =>
  files.find(({ path }) => path === 'README.md') ?? files[0]

const FileContent = ({ of: { path, content, role } }: { readonly of: FlowFile }) => {
  const language = languageOf(path)
  return (
    <Section title={path}>
      <p class="second small">
        {capitalized(role)}, {counted(content.split('\n').length, 'line')}
      </p>
      <Code key={path} text={content} label={`Content of ${path}`} {...(language && { language })} />
    </Section>
  )
}

export const FilesView = ({ of: { id, scaffold } }: { readonly of: Flow }) => {
  const [path, setPath] = useParameter('file')
  const { files } = scaffold
  const shownFile = files.find((file) => file.path === path) ?? firstOf(files)
  return (
    <div class="files">
      <div class="files-list">
        <Select
          label="File"
          value={shownFile?.path ?? ''}
          options={files.map((file) => ({ value: file.path, text: file.path }))}
          onValue={setPath}
        />
      </div>
      <div class="files-tree">
        <FileTree
          label="Files"
          files={files}
          hrefOf={(file) => addressWith(`/flows/${id}`, { view: 'files', file: file.path })}
          {...(shownFile && { current: shownFile.path })}
        />
      </div>
      {shownFile && <FileContent of={shownFile} />}
    </div>
  )
}
