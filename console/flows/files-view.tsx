import { Code, Section, Select } from '@signet/ui'
import { FileTree } from '@signet/ui/file-tree'
import type { Flow, FlowFile } from '../api/flows.ts'
import { addressWith, useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { capitalize } from '../session/capitalize.ts'
import { languageOf } from './flow-words.ts'

const defaultFileOf = (files: readonly FlowFile[]): FlowFile | undefined =>
  files.find(({ path }) => path === 'README.md') ?? files[0]

const FileContent = ({ file: { path, content, role } }: { readonly file: FlowFile }) => {
  const language = languageOf(path)
  return (
    <Section title={path}>
      <p class="second small">
        {capitalize(role)}, {formatCount(content.split('\n').length, 'line')}
      </p>
      <Code key={path} text={content} label={`Content of ${path}`} {...(language && { language })} />
    </Section>
  )
}

export const FilesView = ({ flow: { id, scaffold } }: { readonly flow: Flow }) => {
  const [path, setPath] = useParameter('file')
  const { files } = scaffold
  const currentFile = files.find((file) => file.path === path) ?? defaultFileOf(files)
  return (
    <div class="files">
      <div class="files-list">
        <Select
          label="File"
          value={currentFile?.path ?? ''}
          options={files.map((file) => ({ value: file.path, text: file.path }))}
          onValue={setPath}
        />
      </div>
      <div class="files-tree">
        <FileTree
          label="Files"
          files={files}
          hrefOf={(file) => addressWith(`/flows/${id}`, { view: 'files', file: file.path })}
          {...(currentFile && { current: currentFile.path })}
        />
      </div>
      {currentFile && <FileContent file={currentFile} />}
    </div>
  )
}
