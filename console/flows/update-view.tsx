import { Button, DropZone, Notice, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Flow, flows } from '../api/flows.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { formatCount } from '../session/amounts.ts'
import { chosenFiles, droppedFiles } from './dropped-folder.ts'
import { MergeResult } from './merge-result.tsx'
import type { MergedFile } from './merge-words.ts'
import { type Project, type ProjectFile, type ProjectFileInput, projectOf } from './project-files.ts'

const SkippedFiles = ({ skippedPaths }: { readonly skippedPaths: readonly string[] }) =>
  skippedPaths.length === 0 ? null : (
    <Notice kind="warn">
      <p>
        {formatCount(skippedPaths.length, 'file')} {skippedPaths.length === 1 ? 'was' : 'were'} not sent: binary, or
        over the file count or size limit.
      </p>
      <details>
        <summary>Show files</summary>
        <ul class="bullets">
          {skippedPaths.map((path) => (
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
  readonly sentFiles: readonly ProjectFile[]
}

const SelectedProject = ({
  project: { files, skippedPaths },
  id,
  onMerged,
}: {
  readonly project: Project
  readonly id: string
  readonly onMerged: (merge: Merge) => void
}) => {
  const merge = useAction(
    () => flows.updateFlow({ id, files }),
    (updated) => onMerged({ files: updated.files, sentFiles: files }),
  )
  return (
    <ActionForm
      action={merge}
      onSubmit={() => merge.run()}
      text="Merge with latest version"
      unavailable={files.length === 0 ? 'The folder contains no text files' : undefined}
      secondary={<span class="second">Merging is free.</span>}
    >
      <p>Selected: {formatCount(files.length, 'file')} from your project.</p>
      <SkippedFiles skippedPaths={skippedPaths} />
    </ActionForm>
  )
}

export const UpdateView = ({ flow: { id, scaffold } }: { readonly flow: Flow }) => {
  const [project, setProject] = useState<Project>()
  const [merge, setMerge] = useState<Merge>()
  const flowPaths = new Set(scaffold.files.map(({ path }) => path))
  const readProject = useAction(
    (inputs: Promise<readonly ProjectFileInput[]>) => inputs.then((files) => projectOf(files, flowPaths)),
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
      <Section title="Project update">
        <p class="second">
          Merges the latest version of the project pattern into your files (three-way merge). If both versions changed
          the same place, the merged file contains both, between conflict markers.
        </p>
        <DropZone
          label="Choose project folder"
          isFolder
          onFiles={(files) => readProject.run(Promise.resolve(chosenFiles(files)))}
          onDropped={(data) => readProject.run(droppedFiles(data))}
        >
          <p>Drop the project folder here. Packages, build output and Git history are skipped.</p>
        </DropZone>
        {readProject.fault && <p class="fault">The folder could not be read. Choose it again.</p>}
      </Section>
      {project && <SelectedProject project={project} id={id} onMerged={setMerge} />}
    </div>
  )
}
