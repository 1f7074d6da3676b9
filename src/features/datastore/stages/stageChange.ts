/** Takes over a changed stage; `typing` names the place that is typed into. */
export type StageChange<Stage> = (stage: Stage, typing?: string) => void;
