import type { ComponentType } from 'react';
import { useChange } from '#features/datastore/DatastorePlace.tsx';
import { replaceStage } from '#pipeline/draft/draft.ts';
import type { Complaint } from '#pipeline/draft/stages/card.ts';
import type { StageDraft, StageKind, StageOf } from '#pipeline/draft/stages/kinds.ts';
import { MatchEditor } from './MatchEditor.tsx';
import { ProjectEditor } from './ProjectEditor.tsx';
import { RawEditor } from './RawEditor.tsx';
import { SortEditor } from './SortEditor.tsx';
import type { StageEditorProps } from './useStageEdits.ts';

/** How the stages of each kind are edited. */
const EDITORS: { [Name in StageKind]: ComponentType<StageEditorProps<StageOf<Name>>> } = {
  match: MatchEditor,
  project: ProjectEditor,
  sort: SortEditor,
  raw: RawEditor,
};

type Props = { stage: StageDraft; position: number; complaint: Complaint | undefined };

/** The fields of a stage. */
export function StageEditor({ stage, position, complaint }: Props) {
  const change = useChange();
  // the table has each kind's editor under its name
  const Editor = EDITORS[stage.kind] as ComponentType<StageEditorProps<StageDraft>>;
  return (
    <Editor
      stage={stage}
      position={position}
      complaint={complaint}
      onChange={(next, typing) => change((draft) => replaceStage(draft, next), typing)}
    />
  );
}
