import type { Dashboard } from '#dashboard/dashboard.ts';
import { createDashboard } from '#dashboard/storedDashboards.ts';
import { Button } from '#ui/controls/Button.tsx';
import { FileButton } from '#ui/inputs/FileButton.tsx';
import { PageBody } from '#ui/page/PageBody.tsx';
import { EmptyState } from '#ui/states/States.tsx';
import classes from './DashboardPage.module.css';
import { useExampleTiles } from './morningDashboard.ts';

type Props = { add: (dashboard: Dashboard) => void; addNew: () => void; importFile: (text: string) => void };

/** Offers an example, which explains what a dashboard is. */
export function NoDashboard({ add, addNew, importFile }: Props) {
  const examples = useExampleTiles();
  const tiles = examples.map(({ tile }) => tile);
  return (
    <PageBody>
      <EmptyState
        title="No dashboard yet"
        action={{ label: 'Create the example “Morning”', run: () => add(createDashboard('Morning', tiles)) }}
        extraActions={
          <>
            <Button onClick={addNew}>New dashboard</Button>
            <FileButton accept="application/json,.json" onFileSelect={(file) => void file.text().then(importFile)}>
              Import a file
            </FileButton>
          </>
        }
      >
        <p>
          A dashboard shows numbers, bars, charts and rows of this fleet on one page, and marks what is over its limit.
          Each tile is a link to a page, so you can pin what you see: choose <b>Pin to a dashboard</b> in the ⋯ menu of
          any page.
        </p>
        <p>“Morning” shows what is offline, new or wrong in this fleet today:</p>
        <dl className={classes['examples']}>
          {examples.map(({ tile, about }) => (
            <div key={tile.link}>
              <dt>{tile.title}</dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </EmptyState>
    </PageBody>
  );
}
