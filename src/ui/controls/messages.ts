export const controlsMessages = {
  dropped: (item: string, position: string) => `${item} dropped, ${position}`,
  itemPosition: (position: number, count: number) => `position ${position} of ${count}`,
  movedOver: (item: string, position: string) => `${item} over ${position}`,
  pickedUp: (item: string, position: string) => `${item} picked up, ${position}`,
  returned: (item: string, position: string) => `${item} returned to ${position}`,
};
