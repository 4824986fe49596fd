// The attention flow in CAPD (https://github.com/CAPDGroup/CAPD), a validated integrator, for comparison.
//
//   g++ -O2 -std=c++17 -frounding-math attention_capd.cpp -o attention_capd $(path/to/capd-config --cflags --libs)
//   benchmarks/rigorous.py --capd ./attention_capd
//
// Reads from standard input: the number of variables, the field in CAPD's syntax, the end, the order, and the start.
// Prints the seconds of the integration and the largest diameter of the enclosure at the end.

#include <chrono>
#include <iostream>
#include <string>

#include "capd/capdlib.h"

int main() {
    int size = 0, order = 0;
    double end = 0;
    std::string field;
    std::cin >> size;
    std::cin.ignore();
    std::getline(std::cin, field);
    std::cin >> end >> order;
    capd::IVector start(size);
    for (int i = 0; i < size; ++i) {
        double x = 0;
        std::cin >> x;
        start[i] = capd::interval(x);
    }
    try {
        capd::IMap map(field);
        capd::IOdeSolver solver(map, order);
        solver.setAbsoluteTolerance(1e-16);
        solver.setRelativeTolerance(1e-16);
        capd::ITimeMap flow(solver);
        capd::C0Rect2Set set(start);
        auto before = std::chrono::steady_clock::now();
        capd::IVector found = flow(capd::interval(end), set);
        std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
        double widest = 0;
        for (int i = 0; i < size; ++i) widest = std::max(widest, found[i].rightBound() - found[i].leftBound());
        std::cout.precision(17);
        std::cout << took.count() << " " << widest;
        for (int i = 0; i < size; ++i) std::cout << " " << found[i].leftBound() << " " << found[i].rightBound();
        std::cout << std::endl;
    } catch (const std::exception& error) {
        std::cerr << error.what() << std::endl;
        return 1;
    }
}
