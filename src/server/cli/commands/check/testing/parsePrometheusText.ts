type PrometheusSample = { name: string; labels: Record<string, string>; value: number };

const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;

/**
 * Parses the text format of Prometheus strictly: HELP and TYPE before the samples of a metric, each metric in one
 * group, each sample once, and a line break at the end.
 * @throws Error that quotes the invalid line
 */
export function parsePrometheusText(text: string): PrometheusSample[] {
  if (!text.endsWith('\n')) throw new Error('the last line must end with a line break');
  const samples: PrometheusSample[] = [];
  const types = new Map<string, string>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const fail = (reason: string) => new Error(`${reason}: ${line}`);
    if (line === '') continue;
    const [, kind, named = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') {
      if (types.has(named)) throw fail('metric described twice');
      current = named;
    } else if (kind === 'TYPE') {
      if (named !== current || types.has(named) || !['gauge', 'counter'].includes(rest)) throw fail('unexpected TYPE');
      types.set(named, rest);
    } else {
      const [, name = '', list = '', number = ''] =
        /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (NaN|[+-]?(?:Inf|\d+(?:\.\d+)?(?:e[+-]?\d+)?))$/.exec(line) ?? [];
      if (name === '' || name !== current || !types.has(name)) throw fail('invalid sample');
      if (seen.has(name + list)) throw fail('sample twice');
      seen.add(name + list);
      samples.push({ name, labels: parseLabels(list, fail), value: Number(number) });
    }
  }
  return samples;
}

function parseLabels(list: string, fail: (reason: string) => Error): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  for (let at = 0; at < list.length; at = LABEL.lastIndex) {
    const [, name = '', value = ''] = LABEL.exec(list) ?? [];
    if (name === '' || name in labels) throw fail('invalid labels');
    labels[name] = value.replace(/\\([\\"n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return labels;
}
