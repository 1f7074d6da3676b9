/** Map with at most `sizeMax` entries. Drops the entry that was set the longest ago. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  private readonly sizeMax: number;

  constructor(sizeMax: number) {
    super();
    this.sizeMax = sizeMax;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.sizeMax) this.delete(this.keys().next().value as Key); // a map of this size has a first key
    return this;
  }
}
