/// Many short lists in one allocation.
#[derive(Debug, Clone)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    /// End of each list in `items`.
    ends: Vec<usize>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self { items: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    pub(super) fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the list at `place`; empty beyond the last.
    pub(super) fn get(&self, place: usize) -> &[T] {
        let start = place.checked_sub(1).and_then(|it| self.ends.get(it)).copied().unwrap_or(0);
        match self.ends.get(place) {
            Some(&end) => &self.items[start..end],
            None => &[],
        }
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Returns the items of all lists.
    pub(super) fn items_mut(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Self {
        let mut all = Self::default();
        lists.into_iter().for_each(|list| all.push(list));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_as_they_were_pushed() {
        let lists: Lists<u8> = [vec![1, 2], vec![], vec![3]].into_iter().collect();
        assert_eq!(lists.iter().collect::<Vec<_>>(), [&[1, 2][..], &[], &[3]]);
        assert!(lists.len() == 3 && lists.get(3).is_empty());
    }
}
