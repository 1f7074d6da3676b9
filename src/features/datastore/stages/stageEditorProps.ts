import type { Complaint } from '#pipeline/draft/stages/card.ts';

/** What an editor of a stage is given; what it is edited among, the page knows. */
export type StageEditorProps<Stage> = {
  stage: Stage;
  /** Its place among the others, from 0. */
  position: number;
  /** What is wrong with it, and in which row. */
  complaint: Complaint | undefined;
  /** Takes over the changed stage; `typing` names the place that is typed into. */
  onChange: (stage: Stage, typing?: string) => void;
};
