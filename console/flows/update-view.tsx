import { Button, DropZone, Notice, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Flow, flows } from '../api/flows.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { counted } from '../session/amounts.ts'
import { chosenFiles, droppedFiles } from './dropped-folder.ts'
import { MergeResult } from './merge-result.tsx'
import type { MergedFile } from './merge-words.ts'
import { type Project, type ProjectFile, type ProjectFileInput, projectOf } from './project-files.ts'

const Left = ({ of: left }: { readonly of: readonly string[] }) =>
  left.length === 0 ? null : (
    <Notice kind="warn">
      <p>Left as they are: {counted(left.length, 'file')} that are no text, or too many or too long together.</p>
      <details>
        <summary>Which</summary>
        <ul class="bullets">
          {left.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  )

interface Merge {
  readonly files: readonly MergedFile[]
  readonly sent: readonly ProjectFile[]
}

const Chosen = ({
  of: { files, left },
  id,
  onMerged,
}: {
  readonly of: Project
  readonly id: string
  readonly onMerged: (merge: Merge) => void
}) => {
  const merge = useAction(
    () => flows.updateFlow({ id, files }),
    (updated) => onMerged({ files: updated.files, sent: files }),
  )
  return (
    <ActionForm
      action={merge}
      onSubmit={() => merge.run()}
      text="Merge with the newest version"
      unavailable={files.length === 0 ? 'None of these files is text' : undefined}
      beside={<span class="second">Costs nothing</span>}
    >
      <p>Goes along: {counted(files.length, 'file')} of your project.</p>
      <Left of={left} />
    </ActionForm>
  )
}

export const UpdateView = ({ of: { id, scaffold } }: { readonly of: Flow }) => {
  const [project, setProject] = useState<Project>()
  const [merge, setMerge] = useState<Merge>()
  const flowPaths = new Set(scaffold.files.map(({ path }) => path))
  const read = useAction(
    (given: Promise<readonly ProjectFileInput[]>) => given.then((files) => projectOf(files, flowPaths)),
    setProject,
  )
  if (merge) {
    return (
      <div class="stack">
        <div class="row">
          <Button
            onClick={() => {
              setMerge(undefined)
              setProject(undefined)
            }}
          >
            Choose another folder
          </Button>
        </div>
        <MergeResult {...merge} name={`flow-${id.slice(0, 12)}-updated.zip`} />
      </div>
    )
  }
  return (
    <div class="stack">
      <Section title="Bring a project up to date">
        <p class="second">
          The newest version of the pattern is merged into your project: what it was when it was made, what it would be
          now, and what you have. Where both changed one place, both stand there.
        </p>
        <DropZone
          label="Choose the folder of the project"
          isFolder
          onFiles={(files) => read.run(Promise.resolve(chosenFiles(files)))}
          onDropped={(data) => read.run(droppedFiles(data))}
        >
          <p>Drop the folder of the project here. Packages, builds and the history of git stay behind.</p>
        </DropZone>
        {read.fault && <p class="fault">The folder could not be read.</p>}
      </Section>
      {project && <Chosen of={project} id={id} onMerged={setMerge} />}
    </div>
  )
}
