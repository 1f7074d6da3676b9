import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { hostConfigQuery } from '#api/hostConfig.ts';
import { beginningOf } from '#lib/beginning.ts';
import { datastorePath } from '#paths/datastore.ts';
import { type DocumentsChoice, documentsPipeline } from '#pipeline/ask/deviceDocuments.ts';
import { recentCollections, rememberCollection } from '#pipeline/draft/recentCollections.ts';
import { useConnectionInUse } from '#session/connections.ts';
import { useSetting } from '#ui/browser/useSetting.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Suggest } from '#ui/inputs/Suggest.tsx';
import { Pane } from '#ui/page/Pane.tsx';
import { loaded } from '#ui/states/loaded.tsx';
import { Problem } from '#ui/states/Problem.tsx';
import classes from './DocumentsPane.module.css';
import { documentsChoice } from './documentsChoice.ts';
import { useDeviceDocuments } from './useDeviceDocuments.ts';

const DocumentsFound = loaded(async () => (await import('./DocumentsFound.tsx')).DocumentsFound);

/** No more of an ID stands in the sentence. */
const ID_MAX = 40;

/** The newest documents that name this device: asked for when one wants them. */
export function DocumentsPane({ deviceID }: { deviceID: string }) {
  const { id: savedId } = useConnectionInUse();
  const { data: host = {} } = useQuery(hostConfigQuery);
  const [recent] = useSetting(recentCollections(savedId));
  const [kept, keep] = useSetting(documentsChoice(savedId));
  const collections = [...new Set([...recent, ...(host.collections ?? [])])];
  const choice = { ...kept, collection: kept.collection || (collections[0] ?? '') };
  const { work, sorts } = useDeviceDocuments(deviceID, choice);
  const { result, error, running } = work;
  const shown = result?.choice ?? choice;
  const show = () => {
    rememberCollection(savedId, choice.collection);
    work.start();
  };
  return (
    <Pane
      title="Documents"
      aside={shown.collection && shown.field && <OpenInDatastore choice={shown} deviceID={deviceID} sorts={sorts} />}
    >
      <form
        className={classes['sentence']}
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <Sentence {...{ deviceID, collections, choice, shown, sorts, onChoice: keep }} seen={result?.documents} />
        <Button
          type={running ? 'button' : 'submit'}
          disabled={!choice.collection}
          onClick={running ? work.cancel : undefined}
        >
          {running ? 'Cancel' : result ? 'Ask again' : 'Show documents'}
        </Button>
        <Guess result={result} />
      </form>
      {error && <Problem title="The documents could not be fetched" error={error} retry={show} />}
      {!result && !error && (
        <p className={classes['note']} aria-live="polite">
          {running ? 'Asking …' : 'Nothing is asked for until you want it; then at most 5 requests.'}
        </p>
      )}
      {result && <DocumentsFound found={result} deviceID={deviceID} />}
    </Pane>
  );
}

type SentenceProps = {
  deviceID: string;
  collections: readonly string[];
  /** What is asked for next. */
  choice: DocumentsChoice;
  /** What the answer that is shown was asked for. */
  shown: DocumentsChoice;
  sorts: boolean;
  seen: readonly object[] | undefined;
  onChoice: (choice: DocumentsChoice) => void;
};

/** Where documents are looked for, each part of it to be typed. */
function Sentence({ deviceID, collections, choice, shown, sorts, seen, onChoice }: SentenceProps) {
  const part = (label: string, name: 'field' | 'time', unknown = 'guessed') => (
    <Suggest
      className={classes['part']}
      aria-label={label}
      placeholder={unknown}
      suggestions={fieldNames(seen)}
      value={shown[name]}
      onType={(text) => onChoice({ ...shown, [name]: text })}
    />
  );
  return (
    <>
      in
      <Suggest
        className={classes['part']}
        aria-label="Asked in"
        placeholder="collection"
        suggestions={collections}
        value={choice.collection}
        // another collection has other fields
        onType={(collection) => onChoice({ collection, field: '', time: '' })}
      />
      where
      {part('Named in', 'field')}
      is {beginningOf(deviceID, ID_MAX)}
      {sorts ? ', newest by' : ', drawn over'}
      {part('Times in', 'time', sorts || !seen ? 'guessed' : 'their order')}
    </>
  );
}

type OpenProps = { choice: DocumentsChoice; deviceID: string; sorts: boolean };

/** The same question in the datastore, to be changed there. */
function OpenInDatastore({ choice, deviceID, sorts }: OpenProps) {
  const pipeline = documentsPipeline(choice, deviceID, sorts);
  const to = datastorePath({ collection: choice.collection, documentID: '', pipeline, page: 1, view: 'table' });
  return (
    <Link className={classes['open']} to={to}>
      Open in Datastore
    </Link>
  );
}

function Guess({ result }: { result: ReturnType<typeof useDeviceDocuments>['work']['result'] }) {
  if (!result) return null;
  const { guessed, choice } = result;
  const names = [guessed.field && choice.field, guessed.time && choice.time].filter(Boolean);
  if (names.length === 0) return null;
  return (
    <span className={classes['guess']} role="status">
      {`${names.join(' and ')} ${names.length === 1 ? 'is a guess' : 'are guesses'} from a page of ${choice.collection}; type another, it is remembered`}
    </span>
  );
}

function fieldNames(documents: readonly object[] = []): string[] {
  return [...new Set(documents.flatMap((document) => Object.keys(document)))].filter((name) => name !== 'documentID');
}
